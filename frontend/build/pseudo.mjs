// A language for tests: every word of the shop, in letters that nobody writes and everybody can read.

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARKED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';
/** Around what is only passed through: it is content, or was marked where it was said. Nobody writes these two either. */
const [FROM, TO] = ['\ue000', '\ue001'];
const PASSED = new RegExp(`${FROM}(.*?)${TO}`, 'gs');

/** The same words, however deep, in marked letters; what a sentence is given stays as it is. */
export function pseudo(words) {
  if (typeof words === 'string') return marked(words);
  if (typeof words === 'function') return (...values) => sentence(words(...values.map(passed)));
  if (Array.isArray(words)) return words.map(pseudo);
  if (words && typeof words === 'object')
    return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, pseudo(value)]));
  return words;
}

function passed(value) {
  return typeof value === 'string' ? FROM + value + TO : value;
}

function sentence(text) {
  const parts = text.split(PASSED);
  // Every second part stood between the marks.
  return parts.map((part, index) => (index % 2 === 1 ? part : marked(part))).join('');
}

function marked(text) {
  return text.replace(/[A-Za-z]/g, (letter) => MARKED[PLAIN.indexOf(letter)]);
}
