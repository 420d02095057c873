# SPDX-License-Identifier: GPL-3.0-or-later
"""A table on the workers of a cluster, here two processes of this machine: dask sends the table as
bytes, each worker verifies it, and the values of an array's chunks are computed where these are.

    python3 dask_workers.py     needs clpwl, dask and distributed
"""
import sys

import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

import clpwl


def verify(table):
    """On a worker: with the library and the CPU of its machine."""
    found = table.verify(arguments=1_000_000)
    return "error %.3g of at most %.3g by %s: %s" % (
        found.seen.linf, found.bound.linf, found.method, "verified" if found.holds else "FAILED")


def main():
    table = clpwl.design("gaussian", domain=(0, 8), max_error=1e-4)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, \
            Client(cluster) as client:
        for line in client.run(verify, table).values():
            print(line)
        x = da.linspace(0, 8, 4_000_000, chunks=500_000, dtype=np.float32)
        worst = abs(table(x) - np.exp(-x.astype(np.float64) ** 2 / 2)).max().compute()
    print("worst error: %.3g, of at most %.3g" % (worst, table.error.linf))
    sys.exit(int(worst > table.error.linf))


if __name__ == "__main__":
    main()
