#!/bin/sh
# Once a night: make facts of what was said, remove what has expired, and back up.
# Places and keys are in the user's config.toml; only failures are printed, which cron mails.
set -eu
kioku consolidate --below --quiet > /dev/null
kioku sweep --quiet > /dev/null
kioku backup --keep 7d,4w,12m --quiet > /dev/null
