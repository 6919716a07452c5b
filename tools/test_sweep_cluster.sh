#!/bin/sh
# Sweeps under those who run many processes: GNU parallel, and Slurm with a cluster of this machine alone, made for
# the test and gone after it. Usage: tools/test_sweep_cluster.sh BUILD
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
KAMM=$(CDPATH='' cd -- "$1" && pwd -P)/bin/kamm
export KAMM
place=$(mktemp -d)
started=
finish()
{
    for process in $started; do kill "$process" 2>/dev/null || true; done
    for process in $started; do wait "$process" 2>/dev/null || true; done
    rm -rf "$place"
}
trap finish EXIT
trap 'exit 1' INT TERM
cd "$place"

fail()
{
    echo "$*" >&2
    tail -n 20 ./*.log >&2 2>/dev/null || true
    exit 1
}

words='brake --car nissan-micra --rung rigid2d --vary body.mass_kg=800:1500 --vary surface.friction=0.5:1
    --samples 40 --seed 3'
"$KAMM" sweep $words --out whole >/dev/null

# GNU parallel: a shard a process; a second call finds all done.
for call in first second; do
    parallel --will-cite --jobs 2 "$KAMM" sweep $words --shard '{}/5' --jobs 1 --out 'parallel/part-{}' ::: 1 2 3 4 5 \
        >out 2>err || fail "parallel, $call call: $(cat err)"
done
"$KAMM" merge parallel/part-* --out parallel/all >/dev/null
diff -r whole parallel/all

# Slurm: its daemons run as the present user, with a key of their own.
PATH=$PATH:/usr/sbin:/sbin
user=$(id -un) node=$(hostname -s)
free_port()
{
    python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])'
}
mkdir -m 700 munge state spool
head -c 128 /dev/urandom >munge/key
chmod 600 munge/key
cat >slurm.conf <<END
ClusterName=kamm
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$place/munge/socket
CredType=cred/munge
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
SLURM_CONF=$place/slurm.conf
export SLURM_CONF
munged --foreground --key-file="$place/munge/key" --socket="$place/munge/socket" --pid-file="$place/munge/pid" \
    --log-file="$place/munge/log" --seed-file="$place/munge/seed" --force >munged.log 2>&1 &
started=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -S munge/socket ] && break
    sleep 0.5
done
slurmctld -D >slurmctld.out.log 2>&1 &
started="$started $!"
slurmd -D -N "$node" >slurmd.out.log 2>&1 &
started="$started $!"
for _ in $(seq 60); do
    [ "$(sinfo --noheader --format %t 2>/dev/null)" = idle ] && break
    sleep 0.5
done
[ "$(sinfo --noheader --format %t)" = idle ] || fail "the node does not come up: $(sinfo 2>&1)"

# An array of eight, one task of which is left out and submitted later.
cp "$root/examples/sweep/array.sh" array.sh
sbatch --wait --array=1-4,6-8 --output=task-%a.log array.sh 8 slurm $words >out 2>err || fail "sbatch: $(cat err)"
! "$KAMM" merge slurm/part-* --out early >out 2>err || fail 'nothing is missing without the fifth task'
grep -q '5 of 40 runs are missing: 4, 12, 20, 28, 36;' err || fail "not so: $(cat err)"
sbatch --wait --array=5 --cpus-per-task=2 --output=task-%a.log array.sh 8 slurm $words >out 2>err || fail "sbatch: $(cat err)"
"$KAMM" merge slurm/part-* --out slurm/all >/dev/null
diff -r whole slurm/all
