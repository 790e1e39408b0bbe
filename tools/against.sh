# Print the speed of each command against that of an older commit: `make against OLD=v1.0.0`.
# Without OLD, it is the newest commit that is a day older than the last one.
set -eu
python=$1 old=$2
shift 2
: "${old:=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" HEAD)}"
if [ -z "$old" ]; then
    echo 'against: this checkout has no older commit' >&2
    exit 0
fi
folder=build/against/$(git rev-parse --short "$old")
mkdir -p "$folder"
git archive "$old" | tar -x -C "$folder"
exec "$python" -m benchmarks.against "$@" "$folder"
