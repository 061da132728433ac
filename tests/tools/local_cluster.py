"""Run p4tui beside a Dask cluster of two worker processes on this machine.

python -m tests.tools.local_cluster ARGUMENT ...

Every argument `ADDRESS` is replaced with the address of the scheduler. The status is the program's; the number of
worker processes goes to the standard output, at the end.
"""

from __future__ import annotations

import os
import sys

from distributed import Client, LocalCluster

from p4tui.cli import main
from p4tui.cli.book import cluster


def run(arguments: list[str]) -> int:
    """Run the program and answer its status."""
    cluster.ANSWER_SECONDS = 300  # on a machine that is busy with other things, too
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=50,
        ) as local,
        Client(local, set_as_default=False) as client,
    ):
        address = local.scheduler_address
        status = main([address if word == "ADDRESS" else word for word in arguments])
        pids = client.run(os.getpid)
        print(f"{len(set(pids.values()) - {os.getpid()})} workers")
    return status


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
