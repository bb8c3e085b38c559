"""The cluster's DNS: a name leads to the pods of a Service that are ready, and nothing outside is known."""

import contextlib
import socket
import struct
import threading

PORT = 53
A, NO_ERROR, NO_SUCH_NAME = 1, 0, 3
# Answered, with authority; asked once, answered so often.
FLAGS = 0x8400
# As the cluster's own server says it.
TTL = 5


class Names:
    """Answers at one address until it is closed."""

    def __init__(self, address, look_up):
        """`look_up` says the addresses of a name, or None where there is no such name."""
        self.look_up = look_up
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((address, PORT))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        # It ends with the socket.
        with contextlib.suppress(OSError):
            while (asked := self.socket.recvfrom(512))[0]:
                question, client = asked
                self.socket.sendto(self.answer(question), client)

    def answer(self, question):
        labels, end = [], 12
        while length := question[end]:
            labels.append(question[end + 1 : end + 1 + length].decode().lower())
            end += 1 + length
        (kind,) = struct.unpack(">H", question[end + 1 : end + 3])
        found = self.look_up(".".join(labels))
        addresses = found if found and kind == A else []
        code = NO_SUCH_NAME if found is None else NO_ERROR
        head = struct.pack(">2sHHHHH", question[:2], FLAGS | code, 1, len(addresses), 0, 0)
        # A pointer to the name in the question stands for each answer's own.
        records = (struct.pack(">HHHIH", 0xC00C, A, 1, TTL, 4) + socket.inet_aton(address) for address in addresses)
        return head + question[12 : end + 5] + b"".join(records)

    def close(self):
        # Wakes the thread, which a closed socket alone would not.
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
