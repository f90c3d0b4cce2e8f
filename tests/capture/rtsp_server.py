"""A real RTSP server to test against: GStreamer's, run by an interpreter that has its bindings.

    apt-get install gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly python3-gi
    python3 rtsp_server.py PORT WIDTHxHEIGHT     (then on standard input: `stall`, `go`, `size WIDTHxHEIGHT`)

It asks for user `bob` and password `s3cret-word`, sends H.264 at 25 pictures a second with a key picture each second,
and prints `ready` when it listens.
"""

import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

ALLOWED = "user, media.factory.access=true, media.factory.construct=true"
PIPELINE = (
    "( videotestsrc is-live=true pattern=ball ! capsfilter name=size caps=video/x-raw,{size},framerate=25/1 "
    "! valve name=valve ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=25 "
    "! rtph264pay name=pay0 config-interval=1 )"
)


def caps(size: str) -> str:
    width, height = size.split("x")
    return f"width={width},height={height}"


class Server:
    def __init__(self, port: str, size: str) -> None:
        self.elements: list[Gst.Element] = []
        self.server = GstRtspServer.RTSPServer(service=port, address="127.0.0.1")
        factory = self.factory = GstRtspServer.RTSPMediaFactory(shared=True, launch=PIPELINE.format(size=caps(size)))
        factory.connect("media-configure", lambda _, media: self.elements.append(media.get_element()))
        factory.add_role_from_structure(Gst.Structure.new_from_string(ALLOWED))
        self.server.set_auth(self.only_bob())
        self.server.get_mount_points().add_factory("/live", factory)
        self.server.attach(None)

    def only_bob(self) -> GstRtspServer.RTSPAuth:
        auth, token = GstRtspServer.RTSPAuth(), GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "user")
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic("bob", "s3cret-word"), token)
        return auth

    def obey(self) -> None:
        for line in sys.stdin:
            word, _, size = line.strip().partition(" ")
            if word == "size":
                self.factory.set_launch(PIPELINE.format(size=caps(size)))  # whoever comes later is sent that, too
            for element in self.elements:
                if word == "size":
                    made = Gst.Caps.from_string(f"video/x-raw,{caps(size)},framerate=25/1")
                    element.get_by_name("size").set_property("caps", made)
                else:
                    element.get_by_name("valve").set_property("drop", word == "stall")


if __name__ == "__main__":
    Gst.init(None)
    server = Server(*sys.argv[1:])
    threading.Thread(target=server.obey, daemon=True).start()
    print("ready", flush=True)
    GLib.MainLoop().run()
