"""Of an address only what is surely no secret is ever shown, whatever line it stands in."""

import pytest

from tracker.capture.addresses import scrubbed, shown_name, without_credentials


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("rtsp://bob:secret@10.0.0.9:554/live?token=secret", "rtsp://10.0.0.9:554/live"),
        ("rtsp://bob:sec@ret@10.0.0.9/live", "rtsp://10.0.0.9/live"),
        ("rtsp://10.0.0.9:554/user=bob&password=secret&channel=1.sdp", "rtsp://10.0.0.9:554/"),
        ("rtsp://bob:secret@[fe80::1]:554/live", "rtsp://[fe80::1]:554/live"),
        ("rtsp://bob:secret@10.0.0.9:99999/live", "rtsp://10.0.0.9:99999/live"),
        ("rtsp://bob:s/ecret@10.0.0.9/live", "rtsp://hidden"),
        ("rtsp://bob:s#ecret@10.0.0.9/live", "rtsp://hidden"),
        ("rtsp://bob:s?ecret@10.0.0.9/live", "rtsp://hidden"),
        ("rtsp://10.0.0.9/live?user=bob@secret", "rtsp://hidden"),
    ],
)
def test_only_what_is_surely_no_secret_is_shown(url: str, shown: str) -> None:
    assert without_credentials(url) == shown


def test_other_sources_are_shown_as_they_are() -> None:
    assert [shown_name(name) for name in ("camera:0", "match.mp4")] == ["camera:0", "match.mp4"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("opening rtsp://bob:s3%40ret@10.0.0.9/live?token=hush", "opening rtsp://10.0.0.9/live"),
        ("bob is not welcome", "*** is not welcome"),
        ("password s3@ret or s3%40ret", "password *** or ***"),
        ("Location: http://ann:other@10.0.0.9/live", "Location: http://10.0.0.9/live"),
        ("DESCRIBE /live?token=hush", "DESCRIBE /live?token=***"),
        ("10.0.0.9 does not answer", "10.0.0.9 does not answer"),
    ],
)
def test_secrets_are_taken_out_of_lines(line: str, shown: str) -> None:
    scrub = scrubbed(line, "rtsp://bob:s3%40ret@10.0.0.9/live?token=hush")
    assert scrub.replace("***=", "token=") == shown


def test_a_password_is_taken_out_however_short() -> None:
    assert scrubbed("x y z", "rtsp://bob:y@10.0.0.9/") == "x *** z"
