export function pseudo<Words>(words: Words): Words;
export function content<Value>(value: Value): Value;
export function withoutContent(text: string): string;
export function unmarked(text: string): string;
