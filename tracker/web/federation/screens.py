"""Routes of the screens of a hall's table at the hub: those of a club, which are told by the hub's books."""

from fastapi import APIRouter

from tracker.show.screens.state import PublicState
from tracker.web.routes import pages, tables
from tracker.web.routes.tables import REFUSALS, EventStream
from tracker.web.streams import graphics

router = APIRouter(tags=["screens"], responses=REFUSALS)
router.get("/overlay/{table}", include_in_schema=False)(pages.overlay)
router.get("/board/{table}", include_in_schema=False)(pages.board)
router.get("/service-worker.js", include_in_schema=False)(pages.service_worker)
router.get("/ograf.zip", include_in_schema=False)(pages.ograf)
router.get("/api/tables/{table}/state", response_model=PublicState)(tables.state)
router.get("/api/tables/{table}/events", response_class=EventStream)(tables.events)
router.get("/api/tables/{table}/vmix.json")(tables.vmix)
router.get("/api/tables/{table}/figures")(graphics.figures)
