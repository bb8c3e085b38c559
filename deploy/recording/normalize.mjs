// Replaces the parts that differ in every run: ids, times, tokens, and names from the bundler.

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SHORT_MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';

/** The placeholders of ids and order numbers, numbered by first occurrence across all scenarios. */
const placeholders = new Map();

function placeholderOf(kind, value) {
  const key = `${kind} ${value}`;
  if (!placeholders.has(key)) {
    const others = [...placeholders.keys()].filter((other) => other.startsWith(`${kind} `)).length;
    placeholders.set(key, `<${kind} ${others + 1}>`);
  }
  return placeholders.get(key);
}

const replacements = [
  // Sample products, packs and reviews have the same ids in every shop.
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) => (/-7000-8000-/.test(id) ? id : placeholderOf('id', id))],
  [/\bVM-\d{6}-[0-9A-Z]{5}\b/g, (number) => placeholderOf('order', number)],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<date>'],
  [new RegExp(`\\b(${DAYS}), \\d{1,2} (${SHORT_MONTHS}) \\d{4} \\d\\d:\\d\\d:\\d\\d [+\\w]+`, 'g'), '<time>'],
  [new RegExp(`\\b((${DAYS}),? )?\\d{1,2}( (${MONTHS}|${SHORT_MONTHS}))?( \\d{4})?( (–|to|and) ((${DAYS}),? )?\\d{1,2})? (${MONTHS}|${SHORT_MONTHS})\\b( \\d{4})?`, 'g'), '<day>'],
  [/\b\d{1,2}:\d\d (am|pm|AM|PM)\b/g, '<hour>'],
  [/(sid|device)=[\w-]{20,}/g, '$1=<token>'],
  [/("(?:next|token|after|build)": ?")[^"]+"/g, '$1<token>"'],
  [/([?&#](?:after|token|t)=)[\w%.-]{12,}/g, '$1<token>'],
  [/(after: ")[^"]+/g, '$1<token>'],
];

/** Returns a text without the parts that differ in every run. */
export function normalize(text, url) {
  const { host } = new URL(url);
  let normalized = text.replaceAll(host, 'localhost');
  for (const [pattern, replacement] of replacements) normalized = normalized.replace(pattern, replacement);
  return normalized;
}

/** Returns a page without styles, module scripts, and the bundler's hashes in file names. */
export function normalizePage(html) {
  return html
    .replace(/<link rel="(modulepreload|stylesheet|preload)"[^>]*>/g, '')
    .replace(/<script[^>]*type="module"[^>]*><\/script>/g, '')
    .replace(/<style[^>]*>[^]*?<\/style>/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/\/assets\/([\w.]+)-[\w-]{8}\.(\w+)/g, '/assets/$1.$2')
    .replace(/></g, '>\n<');
}
