"""The probes of a container, asked as the kubelet asks them."""

import http.client
import socket
import struct
import time

from podman import ask

CHECK = "/grpc.health.v1.Health/Check"
# A response of one field, status: SERVING.
SERVING = b"\x00\x00\x00\x00\x02\x08\x01"
DATA, HEADERS, SETTINGS = 0, 1, 4
END_STREAM, END_HEADERS = 1, 4


def answers(pod, probe):
    """Whether a probe succeeds now."""
    patience = probe.get("timeoutSeconds", 1)
    try:
        if "grpc" in probe:
            return serves(pod.address, probe["grpc"]["port"], patience)
        if "httpGet" in probe:
            asked = probe["httpGet"]
            connection = http.client.HTTPConnection(pod.address, pod.number_of(asked["port"]), timeout=patience)
            connection.request("GET", asked["path"])
            return 200 <= connection.getresponse().status < 400
        if "tcpSocket" in probe:
            socket.create_connection((pod.address, pod.number_of(probe["tcpSocket"]["port"])), patience).close()
            return True
        return ask("exec", pod.name, *probe["exec"]["command"]).returncode == 0
    except (OSError, http.client.HTTPException):
        return False


def eventually(answer, seconds=30):
    """What a question answers once that is true; its last answer after so many seconds."""
    end = time.monotonic() + seconds
    while not (found := answer()) and time.monotonic() < end:
        time.sleep(0.3)
    return found


def frame(kind, flags, stream, payload):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name, value):
    """A header that is neither indexed nor compressed (RFC 7541, 6.2.2)."""
    return b"\x00" + b"".join(bytes([len(text)]) + text.encode() for text in (name, value))


def serves(address, port, patience):
    """grpc.health.v1, in the few frames of HTTP/2 that a single call takes."""
    headers = {":method": "POST", ":scheme": "http", ":path": CHECK, ":authority": f"{address}:{port}"}
    headers |= {"content-type": "application/grpc", "te": "trailers"}
    block = b"".join(literal(name, value) for name, value in headers.items())
    with socket.create_connection((address, port), patience) as connection:
        connection.sendall(
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            + frame(SETTINGS, 0, 0, b"")
            + frame(HEADERS, END_HEADERS, 1, block)
            + frame(DATA, END_STREAM, 1, b"\x00\x00\x00\x00\x00")
        )
        end, heard = time.monotonic() + patience, connection.makefile("rb")
        while time.monotonic() < end and (head := heard.read(9)):
            payload = heard.read(int.from_bytes(head[:3], "big"))
            if head[3] == DATA:
                return payload == SERVING
    return False
