"""All that snooker tells a referee's desk."""

from typing import Final

from tracker.domain.table.ball import BROWN, RED
from tracker.rules.desk import GameDesk
from tracker.rules.snooker.desk.acts import CANDIDATES, CONDUCT, FAULTS, SAYINGS, remedies, settings
from tracker.rules.snooker.desk.keys import calls_for, laid, made_by, marked, witness_in
from tracker.rules.snooker.desk.otherwise import left_open, priced
from tracker.rules.snooker.desk.putting_back import due_back
from tracker.rules.snooker.judge.reports import Report

DESK: Final = GameDesk(
    calls_for=calls_for, made_by=made_by, candidates=CANDIDATES, report=Report, conduct=CONDUCT, faults=FAULTS,
    sayings=SAYINGS, remedies=remedies, settings=settings, marked=marked, witness_in=witness_in, laid=laid,
    due_back=due_back, left_open=left_open, priced=priced, lookalikes={BROWN: RED, RED: BROWN},
)  # fmt: skip
