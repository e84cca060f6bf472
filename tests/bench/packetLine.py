"""
A slow line of real packets between this machine and a network namespace: `packetLine.py NAMESPACE ROUND_TRIP_MS
DOWN_KBITS UP_KBITS CONGESTION_CONTROL`. Every IP packet waits for its turn (the rate), then for half the round trip.
TCP, TLS and HTTP/2 are the kernel's and the browser's own. For root on Linux; it runs until it is stopped. The
machine is 10.98.0.1, the namespace 10.98.0.2.
"""

import fcntl
import heapq
import os
import select
import struct
import subprocess
import sys
import time

NAMESPACE, ROUND_TRIP, DOWN, UP, CONGESTION_CONTROL = sys.argv[1:]
WAY = float(ROUND_TRIP) / 2000  # seconds
DOWN, UP = (float(kbits) * 1000 / 8 for kbits in (DOWN, UP))  # bytes per second

# From the kernel's linux/if_tun.h.
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def open_tun(name):
    tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    return tun


subprocess.run(["ip", "netns", "del", NAMESPACE], stderr=subprocess.DEVNULL)
ip("netns", "add", NAMESPACE)
machine, phone = open_tun("line-machine"), open_tun("line-phone")
ip("link", "set", "line-phone", "netns", NAMESPACE)
for where, device, address in (
    ([], "line-machine", "10.98.0.1"),
    (["-n", NAMESPACE], "line-phone", "10.98.0.2"),
):
    ip(*where, "address", "add", f"{address}/24", "dev", device)
    ip(*where, "link", "set", device, "up", "mtu", "1500")
ip("-n", NAMESPACE, "link", "set", "lo", "up")
ip("route", "replace", "10.98.0.0/24", "dev", "line-machine", "congctl", CONGESTION_CONTROL)
print("ready", flush=True)

waiting = []  # (when it arrives, its number, where to, the packet)
free_at = {machine: 0.0, phone: 0.0}  # when the line takes the next packet from this side
number = 0
while True:
    while waiting and waiting[0][0] <= time.monotonic():
        _, _, to, packet = heapq.heappop(waiting)
        try:
            os.write(to, packet)
        except OSError:
            pass  # Lost, as on a real line: TCP sends it again.
    pause = max(0, waiting[0][0] - time.monotonic()) if waiting else 1
    for side in select.select([machine, phone], [], [], pause)[0]:
        to, rate = (phone, DOWN) if side == machine else (machine, UP)
        while True:
            try:
                packet = os.read(side, 65536)
            except BlockingIOError:
                break
            free_at[side] = max(time.monotonic(), free_at[side]) + len(packet) / rate
            number += 1
            heapq.heappush(waiting, (free_at[side] + WAY, number, to, packet))
