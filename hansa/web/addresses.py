"""Under which address others on the network find this machine."""

from __future__ import annotations

import socket

EVERYWHERE = ("", "0.0.0.0", "::")
ELSEWHERE = "192.0.2.1"         # an address that nobody has (RFC 5737); nothing is sent to it


def lan_address(host: str) -> str:
    """The address for links: where the server listens, or, if that is everywhere, its LAN address.

    >>> lan_address("192.168.1.7"), lan_address("fd00::7")
    ('192.168.1.7', '[fd00::7]')
    """
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((ELSEWHERE, 9))       # the system chooses the interface; a datagram socket sends nothing yet
            return str(asked.getsockname()[0])
    except OSError:                             # no network: the name is the best guess
        return socket.gethostname()
