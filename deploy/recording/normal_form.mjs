// Replaces the parts that differ in every run: ids, times, tokens, and names from the bundler.

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SHORT = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';

/** The replacements of ids and numbers, named in the order of first occurrence, for all stories together. */
const names = new Map();

function nameOf(kind, value) {
  const key = `${kind} ${value}`;
  if (!names.has(key)) {
    const others = [...names.keys()].filter((other) => other.startsWith(`${kind} `)).length;
    names.set(key, `<${kind} ${others + 1}>`);
  }
  return names.get(key);
}

const replacements = [
  // Sample products, packs and reviews have the same ids in every shop.
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) => (/-7000-8000-/.test(id) ? id : nameOf('id', id))],
  [/\bVM-\d{6}-[0-9A-Z]{5}\b/g, (number) => nameOf('order', number)],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<date>'],
  [new RegExp(`\\b(${DAYS}), \\d{1,2} (${SHORT}) \\d{4} \\d\\d:\\d\\d:\\d\\d [+\\w]+`, 'g'), '<time>'],
  [new RegExp(`\\b((${DAYS}),? )?\\d{1,2}( (${MONTHS}|${SHORT}))?( \\d{4})?( (–|to|and) ((${DAYS}),? )?\\d{1,2})? (${MONTHS}|${SHORT})\\b( \\d{4})?`, 'g'), '<day>'],
  [/\b\d{1,2}:\d\d (am|pm|AM|PM)\b/g, '<hour>'],
  [/(sid|device)=[\w-]{20,}/g, '$1=<token>'],
  [/("(?:next|token|after|build)": ?")[^"]+"/g, '$1<token>"'],
  [/([?&#](?:after|token|t)=)[\w%.-]{12,}/g, '$1<token>'],
  [/(after: ")[^"]+/g, '$1<token>'],
];

/** A text without the parts that differ in every run. */
export function inNormalForm(text, url) {
  const { host } = new URL(url);
  let same = text.replaceAll(host, 'localhost');
  for (const [pattern, name] of replacements) same = same.replace(pattern, name);
  return same;
}

/** A page as a browser shows it, without the bundler's file names and splitting of scripts. */
export function pageInNormalForm(html) {
  return html
    .replace(/<link rel="(modulepreload|stylesheet|preload)"[^>]*>/g, '')
    .replace(/<script[^>]*type="module"[^>]*><\/script>/g, '')
    .replace(/<style[^>]*>[^]*?<\/style>/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/\/assets\/([\w.]+)-[\w-]{8}\.(\w+)/g, '/assets/$1.$2')
    .replace(/></g, '>\n<');
}
