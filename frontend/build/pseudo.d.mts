export function pseudo<Words>(words: Words): Words;
