#!/bin/sh
#SBATCH --job-name=kamm-sweep
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# One task of a Slurm array drives one shard of a sweep. How many shards there are is the first word and not the array's
# size, so that single tasks can be submitted again, or the job requeued: each goes on where it was.
#
#     sbatch --array=1-8 --cpus-per-task=4 array.sh 8 out/mass brake --car nissan-micra --vary body.mass_kg=900:1500:601
#     kamm merge out/mass/part-* --out out/mass/all
#
# $KAMM names the command if it is not in the PATH.
set -eu
shards=${1:?how many shards} out=${2:?a folder} task=${SLURM_ARRAY_TASK_ID:?this is for sbatch --array=1-$1}
shift 2
exec "${KAMM:-kamm}" sweep "$@" --shard "$task/$shards" --jobs "${SLURM_CPUS_PER_TASK:-1}" --out "$out/part-$task"
