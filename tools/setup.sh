# Makes .venv from requirements.lock. With VENV_CACHE set, the environment is made there, named after
# the lock, and .venv points to it. Called by the Makefile with PYTHON, VENV_CACHE and LOCK_KEY.
set -eu
"$PYTHON" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' || {
	echo "setup: Python 3.10 to 3.13 is needed; name one with PYTHON=..." >&2
	exit 1
}
export UV_SYSTEM_CERTS=true # as pip: company networks have certificates of their own
home=.venv
if [ -n "$VENV_CACHE" ]; then
	home="$VENV_CACHE/$LOCK_KEY-$("$PYTHON" -c 'import sys; print("py%d.%d" % sys.version_info[:2])')"
	rm -rf .venv
	mkdir -p "$VENV_CACHE"
	ln -s "$home" .venv
fi
# An environment may be complete for an older lock, or an interrupted run may have begun it.
if [ ! -e "$home/complete-$LOCK_KEY" ]; then
	echo "setup: installing into $home (some minutes, once)" >&2
	if [ ! -x "$home/bin/uv" ]; then
		rm -rf "$home"
		"$PYTHON" -m venv "$home"
		"$home/bin/python" -m pip install -qq --disable-pip-version-check uv
	fi
	# Compiled now, or every start of a command would do it where Python may not write: 10 s for torch.
	"$home/bin/uv" pip install --quiet --compile-bytecode --python "$home/bin/python" -r requirements.lock
	touch "$home/complete-$LOCK_KEY"
fi
"$home/bin/uv" pip install --quiet --python "$home/bin/python" --no-deps -e .
touch ".venv/$LOCK_KEY"
