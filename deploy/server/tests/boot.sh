#!/bin/sh
# Boots the Debian in a folder: systemd as the first process in new namespaces. It ends with this process, together with its own
# processes.
#   boot.sh FOLDER CGROUP
# The host is protected: /proc/sys and /sys are read-only, and the units that would write to them are masked.
set -eu

# Its own control groups, for all hierarchies of the host.
for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/*; do
  if [ -e "$hierarchy/cgroup.procs" ] && mkdir -p "$hierarchy/$2" 2>/dev/null; then
    echo $$ >"$hierarchy/$2/cgroup.procs" 2>/dev/null || true
  fi
done

exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup sh -euc '
root=$1
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,ro,bind "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
groups=$root/sys/fs/cgroup
if [ -e /sys/fs/cgroup/cgroup.procs ]; then
  mount -t cgroup2 cgroup2 "$groups"
else
  mount -t tmpfs -o mode=755 tmpfs "$groups"
  for name in memory pids cpu; do
    mkdir "$groups/$name"
    mount -t cgroup -o "$name" cgroup "$groups/$name"
  done
  mkdir "$groups/systemd" "$groups/unified"
  mount -t cgroup -o none,name=systemd cgroup "$groups/systemd"
  mount -t cgroup2 cgroup2 "$groups/unified"
fi
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ip link set lo up
cd "$root"
mkdir -p .below
pivot_root . .below
umount --lazy /.below
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=multi-user.target
' sh "$1"
