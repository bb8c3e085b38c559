#!/bin/sh
# Prints the Secrets that the production overlay refers to, with new random passwords, as YAML. Nothing is kept.
#   secrets.sh                   all of them, for a new installation:  … | kubectl create -f -
#   secrets.sh order-nats        only these, to rotate a password:     … | kubectl apply -f -
# PREVIOUS_KEY, the public half of a caller's key so far, stays good beside the new one while programs are restarted.
#   secrets.sh razorpay          the account's, for the component of that name
# SMTP_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are taken from the environment, RAZORPAY_KEY_ID and so on with the account.
set -eu

registry=$(dirname "$0")/../../services.json

main() {
  for name in ${*:-$(all)}; do secret "$name"; done
}

all() {
  for service in $(programs '"gateway":false'); do echo "$service-database"; done
  for program in $(programs '"events":true'); do echo "$program-nats"; done
  for program in $(programs '"calls":\["'); do echo "$program-caller"; done
  programs '"key":"'
  echo "operator-caller staff-caller operator-nats mail backups"
}

# The names of the registry's programs, or of those whose line says this.
programs() {
  grep "${1:-name}" "$registry" | sed -n 's/.*"name":"\([a-z]*\)".*/\1/p'
}

# The name of a program's own key; empty if it has none.
key_of() {
  grep "\"name\":\"$1\"" "$registry" | sed -n 's/.*"key":"\([a-z-]*\)".*/\1/p'
}

secret() {
  case $1 in
    # The form that CloudNativePG wants; with its label, it notices a new password by itself.
    *-database)
      begin "$1" kubernetes.io/basic-auth 'cnpg.io/reload: "true"' && value username "shop_${1%-database}" &&
        value password "$(random)"
      ;;
    *-nats) begin "$1" Opaque && value password "$(random)" ;;
    *-caller) begin "$1" Opaque && key_pair ;;
    mail) begin "$1" Opaque && value smtp-url "${SMTP_URL:?such as smtps://user:password@mail.example}" ;;
    razorpay)
      begin "$1" Opaque && value key-id "${RAZORPAY_KEY_ID:?of the shop's account}" &&
        value key-secret "${RAZORPAY_KEY_SECRET:?of that key}" &&
        value webhook-secret "${RAZORPAY_WEBHOOK_SECRET:?that signs its webhooks}"
      ;;
    backups)
      begin "$1" Opaque && value access-key-id "${S3_ACCESS_KEY_ID:?of the object store}" &&
        value secret-access-key "${S3_SECRET_ACCESS_KEY:?of the object store}"
      ;;
    *)
      key=$(key_of "$1")
      [ -n "$key" ] || { echo "there is no secret called $1" >&2 && return 1; }
      begin "$1" Opaque && value "$key" "$(random)"
      ;;
  esac
}

begin() {
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: vanmool\n' "$1"
  [ $# -lt 3 ] || printf '  labels: { %s }\n' "$3"
  printf 'type: %s\ndata:\n' "$2"
}

# The lines between the first and the last of a PEM file are the key.
key_pair() {
  private=$(openssl genpkey -algorithm ed25519)
  public=$(echo "$private" | openssl pkey -pubout | sed -n 2p)
  value private-key "$(echo "$private" | sed -n 2p)"
  value public-key "$public${PREVIOUS_KEY:+,$PREVIOUS_KEY}"
}

value() {
  printf '  %s: %s\n' "$1" "$(printf %s "$2" | base64 | tr -d '\n')"
}

# Letters and digits only, for it becomes part of a URL.
random() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

main "$@"
