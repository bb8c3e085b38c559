// A language for tests: all texts of the shop in marked letters that stay readable.

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARKED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';
/** Unicode isolates around content. They are invisible. */
const [FROM, TO] = ['\u2068', '\u2069'];
/** Content, and markers that the gateway replaces. */
const CONTENT = new RegExp(`${FROM}[^${TO}]*${TO}|\\{\\{.*?\\}\\}`, 'g');
/** A placeholder for a value in a sentence. */
const GAP = /\ue000(\d+)\ue001/;
/** Keys of content that shoppers do not read. */
const UNREAD = new Set(['id', 'href', 'image', 'network', 'product', 'published', 'tone']);

/** Converts texts to marked letters, at any depth. Values of sentences and content stay as they are. */
export function pseudo(words) {
  if (typeof words === 'string') return marked(words);
  if (typeof words === 'function') return (...values) => sentence(words, values);
  return within(words, pseudo);
}

/** Marks content at any depth, to tell it from the shop's texts around it. */
export function content(value) {
  // Content may quote content. An empty text means that there is none.
  if (value === '') return '';
  if (typeof value === 'string') return FROM + unmarked(value) + TO;
  return within(value, (part, name) => (UNREAD.has(name) ? part : content(part)));
}

/** A text without its content. */
export function withoutContent(text) {
  return text.replaceAll(CONTENT, '');
}

/** A text without the marks of content. */
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
  // Every second part is the index of a value.
  const parts = words(...gaps).split(GAP);
  return parts.map((part, index) => (index % 2 === 1 ? values[part] : marked(part))).join('');
}

/** Letters outside content are converted. */
function marked(text) {
  const kept = text.match(CONTENT) ?? [];
  const parts = text.split(CONTENT).map((part) => part.replaceAll(/[A-Za-z]/g, letter));
  return parts.map((part, index) => part + (kept[index] ?? '')).join('');
}

function letter(plain) {
  return MARKED[PLAIN.indexOf(plain)];
}
