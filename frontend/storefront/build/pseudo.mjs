// A language for tests: every word of the shop, in letters that nobody writes and everybody can read.

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARKED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';
/** Around content, as Unicode marks what is put into a sentence of another language. Neither is seen. */
const [FROM, TO] = ['\u2068', '\u2069'];
/** Content, and marks in whose place the gateway leaves content or nothing. */
const CONTENT = new RegExp(`${FROM}[^${TO}]*${TO}|\\{\\{.*?\\}\\}`, 'g');
/** Where a sentence is given something, until it is put in. */
const GAP = /\ue000(\d+)\ue001/;
/** What of content no shopper reads. */
const UNREAD = new Set(['id', 'href', 'image', 'network', 'product', 'published', 'tone']);

/** The same words, however deep, in marked letters; what a sentence is given stays as it is, and so does content. */
export function pseudo(words) {
  if (typeof words === 'string') return marked(words);
  if (typeof words === 'function') return (...values) => sentence(words, values);
  return within(words, pseudo);
}

/** The same content, however deep, told from what the shop says around it. */
export function content(value) {
  // Content may quote content. What is empty says that there is none.
  if (value === '') return '';
  if (typeof value === 'string') return FROM + unmarked(value) + TO;
  return within(value, (part, name) => (UNREAD.has(name) ? part : content(part)));
}

/** What is left of a text without content. */
export function withoutContent(text) {
  return text.replaceAll(CONTENT, '');
}

/** What was marked as content, as it was. */
export function unmarked(text) {
  return text.replaceAll(FROM, '').replaceAll(TO, '');
}

function within(value, change) {
  if (Array.isArray(value)) return value.map((part) => change(part));
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part, name)]));
}

function sentence(words, values) {
  const gaps = values.map((value, index) => (typeof value === 'string' ? `\ue000${index}\ue001` : value));
  // Every second part stands for a value.
  const parts = words(...gaps).split(GAP);
  return parts.map((part, index) => (index % 2 === 1 ? values[part] : marked(part))).join('');
}

/** Letters in content stay plain. */
function marked(text) {
  const kept = text.match(CONTENT) ?? [];
  const parts = text.split(CONTENT).map((part) => part.replaceAll(/[A-Za-z]/g, letter));
  return parts.map((part, index) => part + (kept[index] ?? '')).join('');
}

function letter(plain) {
  return MARKED[PLAIN.indexOf(plain)];
}
