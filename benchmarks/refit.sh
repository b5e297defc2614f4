#!/bin/sh
# Fit all judgements anew and measure them, on a machine with many cores and without network:
#   benchmarks/refit.sh KEEP JOBS PART…       KEEP: a folder for what was found; a second call goes on from there
# Parts: compile (optional), weights, more_weights, values, strength. Python with msgspec, mypy_extensions and numpy is all they need.
set -u
KEEP=$1 JOBS=$2
shift 2
mkdir -p "$KEEP"
PY=${PYTHON:-python3}
export PYTHONPATH="src:${PYTHONPATH:-}" PYTHONUNBUFFERED=1
MIND=src/boxcars/games

# What an earlier call found is played by.
for file in "$KEEP"/weights_*.json "$KEEP"/value_*.json; do
  [ -f "$file" ] || continue
  name=$(basename "$file" .json)
  cp "$file" "$MIND/${name#*_}/ai/${name%%_*}.json"
done

fit_weights() { # GAME MINUTES BATCH setups and options…
  game=$1 minutes=$2 batch=$3
  shift 3
  [ -f "$KEEP/weights_$game.json" ] || cp "$MIND/$game/ai/weights.json" "$KEEP/weights_$game.json" 2>/dev/null
  $PY benchmarks/fit_weights.py "$game" --minutes "$minutes" --batch "$batch" --jobs "$JOBS" --out "$KEEP/weights_$game.json" "$@"
  cp "$KEEP/weights_$game.json" "$MIND/$game/ai/weights.json"
}

value() { # GAME MINUTES
  $PY benchmarks/fit_value.py "$1" --minutes "$2" --jobs "$JOBS" --out "$KEEP/value_$1.json"
  cp "$KEEP/value_$1.json" "$MIND/$1/ai/value.json"
}

for part in "$@"; do
  date
  case $part in
    compile)
      BOXCARS_JOBS=$JOBS BOXCARS_OPT=2 timeout 200 $PY tools/compile.py build || { $PY tools/compile.py clean; echo "plain Python it is"; }
      ;;
    weights)
      fit_weights age_of_steam 3.0 150 --setup rust_belt/4 --setup rust_belt/4 --setup rust_belt/5 --setup southern_us/5
      fit_weights silverton 1.7 240
      fit_weights spike 1.7 120
      ;;
    more_weights)
      fit_weights steam 2.5 90 --setup north_america/4
      fit_weights age_of_steam 0.8 150 --setup st_lucia/2 --own-map --by-hand
      fit_weights age_of_steam 0.6 200 --setup barbados/1 --own-map --by-hand
      ;;
    values)
      value age_of_steam 0.8
      value spike 0.7
      value steam 0.8
      ;;
    strength)
      $PY benchmarks/measure_bots.py --jobs "$JOBS" --minutes "${MINUTES:-6}" --seed "fresh 42" --out "$KEEP/strength.jsonl" \
        age_of_steam/rust_belt/4:expert:expert@1:60 \
        spike/eastern_usa/2:expert:expert@1:60 \
        spike/eastern_usa/2:expert+min_lead_se=1.0+iterations=24+max_candidates=4:expert@1:60 \
        silverton/colorado/2:hard:expert@1:60 \
        steam/north_america/4:expert:expert@1:32 \
        age_of_steam/barbados/1:expert::40 \
        age_of_steam/st_lucia/2:expert::20 \
        spike/eastern_usa/2:hard:expert@1:60 \
        silverton/colorado/2:expert:expert@1:40 \
        age_of_steam/rust_belt/5:expert::12 \
        age_of_steam/southern_us/5:expert::12 \
        age_of_steam/germany/5:expert::12
      ;;
  esac
done
date
