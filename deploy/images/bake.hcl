# Builds all images: `docker buildx bake --file deploy/images/bake.hcl`, from the root of the checkout.
variable "REGISTRY" { default = "vanmool" }
variable "TAG" { default = "dev" }
variable "REVISION" { default = "" }
# The gateway's image of the previous release, with its digest. Its assets are kept for 30 days.
variable "PREVIOUS" { default = "none" }

group "default" {
  targets = ["image"]
}

target "image" {
  name       = bin
  # Written from deploy/local/src/registry.rs.
  matrix = { bin = ["catalog", "identity", "contact", "inventory", "order", "payment", "billing", "review", "notification", "gateway", "office"] }
  # End of what is written.
  context    = "."
  dockerfile = "deploy/images/Dockerfile"
  # Only gateways carry a front end.
  target = contains(["gateway", "office"], bin) ? bin : "service"
  args   = { BIN = bin, PREVIOUS = PREVIOUS }
  tags   = ["${REGISTRY}/${bin}:${TAG}"]
  labels = {
    "org.opencontainers.image.title"    = "vanmool ${bin}"
    "org.opencontainers.image.version"  = TAG
    "org.opencontainers.image.revision" = REVISION
    "org.opencontainers.image.licenses" = "MIT OR Apache-2.0"
  }
}
