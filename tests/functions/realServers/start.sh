#!/usr/bin/env bash
# Real mail servers for trials, in a folder of their own: `start.sh FOLDER` (Debian, as root; installs what is missing by apt).
# Stop: `stop.sh FOLDER`. All listen on 127.0.0.1 only; mail that is accepted goes to an SMTP server of yours on port 21001.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); mkdir -p "$1"; dir=$(cd "$1" && pwd)
export DEBIAN_FRONTEND=noninteractive
if ! command -v postfix > /dev/null || ! command -v dovecot > /dev/null; then
  [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; } # no package starts a service
  echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections
  apt-get update -qq; apt-get install -y -qq --no-install-recommends postfix dovecot-core dovecot-lmtpd openssl libidn12 libevent-2.1-7 > "$dir/apt.log"
fi
if [ ! -d "$dir/root" ]; then # Exim and OpenSMTPD beside Postfix: unpacked, not installed
  mkdir -p "$dir/debs"; (cd "$dir/debs" && apt-get download -qq exim4-daemon-light exim4-base opensmtpd) > "$dir/download.log" 2>&1
  for deb in "$dir"/debs/*.deb; do dpkg -x "$deb" "$dir/root"; done
fi
mkdir -p "$dir"/{tls,pf,pfq,pfd,dv/run,box,exs}; chmod 755 "$dir"; chown postfix "$dir/pfd"; chown mail:mail "$dir/box" "$dir/exs"
for name in c:k c2:k2; do
  [ -e "$dir/tls/${name%%:*}.pem" ] || openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout "$dir/tls/${name##*:}.pem" -out "$dir/tls/${name%%:*}.pem" 2> /dev/null
done
cp "$here/greylist.cjs" "$dir/"
mkdir -p /var/lib/opensmtpd/empty
for user in opensmtpd opensmtpq Debian-exim; do id "$user" > /dev/null 2>&1 || useradd --system --no-create-home --home-dir "$dir" --shell /usr/sbin/nologin "$user"; done
cp "$dir/tls/k.pem" "$dir/tls/kx.pem"; chown mail "$dir/tls/kx.pem"; chmod 600 "$dir/tls/kx.pem"
for file in main.cf:pf/main.cf master.cf:pf/master.cf exim.conf:exim.conf opensmtpd.conf:opensmtpd.conf dovecot.conf:dv/dovecot.conf; do sed "s#@DIR@#$dir#g" "$here/${file%%:*}" > "$dir/${file##*:}"; done
printf '%s:secret::::::\n' alerts@example.com owner@example.com > "$dir/dv/users"
printf '/advertising-test/ REJECT your words look like advertising\n' > "$dir/pf/body"
chown root:root "$dir/exim.conf"; chmod 644 "$dir/exim.conf"
postfix -c "$dir/pf" start > "$dir/postfix.log" 2>&1; dovecot -c "$dir/dv/dovecot.conf" > "$dir/dovecot.log" 2>&1
"$dir/root/usr/sbin/exim4" -C "$dir/exim.conf" -bd -oP "$dir/exim.pid" > "$dir/exim.log" 2>&1
node "$here/milters.mjs" > "$dir/milters.log" 2>&1 & echo $! > "$dir/milters.pid"
if [ -x "$dir/root/usr/sbin/smtpd" ]; then "$dir/root/usr/sbin/smtpd" -d -f "$dir/opensmtpd.conf" > "$dir/opensmtpd.log" 2>&1 & echo $! > "$dir/opensmtpd.pid"; fi
sleep 2; echo "ready. NODE_EXTRA_CA_CERTS=$dir/tls/c.pem, smtp://alerts%40example.com:secret@localhost:PORT; the ports: run.mjs"
