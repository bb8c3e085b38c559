//! Environment variables of a container in the manifests.

use std::fmt::Write as _;

const NO_PANIC: &str = "a String takes everything";

pub(super) fn value(text: &mut String, variable: &str, value: &str) {
    writeln!(
        text,
        "            - name: {variable}\n              value: {value}"
    )
    .expect(NO_PANIC);
}

pub(super) fn secret(text: &mut String, variable: &str, secret: &str, key: &str) {
    writeln!(
        text,
        "            - name: {variable}\n              \
         valueFrom: {{ secretKeyRef: {{ name: {secret}, key: {key} }} }}"
    )
    .expect(NO_PANIC);
}

/// A variable from the `ConfigMap` `shop`, the same for all programs.
pub(super) fn shop_setting(text: &mut String, setting: &str) {
    writeln!(
        text,
        "            - name: {setting}\n              \
         valueFrom: {{ configMapKeyRef: {{ name: shop, key: {setting} }} }}"
    )
    .expect(NO_PANIC);
}
