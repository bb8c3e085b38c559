// Sends requests one after the other, and records requests and responses.
import { inNormalForm, pageInNormalForm } from './normal_form.mjs';

/** Headers that depend on the time, the connection or the content's size. */
const OF_THE_MOMENT = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'retry-after',
  'server-timing',
  'transfer-encoding',
  'x-trace-id',
]);

export class Recorder {
  #shop;
  #answers = [];
  #cookies = new Map();
  /** The number of requests sent so far. */
  requests = 0;

  constructor(shop) {
    this.#shop = shop;
  }

  get shop() {
    return this.#shop;
  }

  /** Returns the records since the last call, in a form that is the same in every run. */
  take() {
    const answers = this.#answers.splice(0);
    return answers.join('\n');
  }

  /** Sends a request with a secret of the run. Only the response is recorded. */
  async unseen(send) {
    const answer = await send();
    const last = this.#answers.pop() ?? '';
    this.#answers.push(last.replace(/^json: .*$/m, 'json: <of this run>'));
    return answer;
  }

  get(path, more) {
    return this.ask('GET', path, more);
  }

  post(path, json, more) {
    return this.ask('POST', path, { json, ...more });
  }

  /**
   * Sends a request below `/api/v1/`, or to an absolute path, and returns the response. `as` names the cookie jar for the request
   * and the response.
   */
  async ask(method, path, { as, json, form, body, headers = {} } = {}) {
    const url = new URL(path, `${this.#shop.url}/api/v1/`);
    const sent = new Headers(headers);
    if (as && this.#cookies.has(as)) sent.set('Cookie', this.#cookies.get(as));
    if (json !== undefined) sent.set('Content-Type', 'application/json');
    const content = json === undefined ? (form ? formOf(form) : body) : JSON.stringify(json);
    const answer = await fetch(url, { method, headers: sent, body: content, redirect: 'manual' });
    this.requests++;
    this.#keepCookies(as, answer);
    const text = await answer.text();
    const read = parsed(text);
    const readable = read === undefined ? text : JSON.stringify(read, null, 1);
    this.#write(`${method} ${url.pathname}${url.search}`, { as, json, form, body, headers }, answer, readable);
    return { data: read?.data };
  }

  #keepCookies(as, answer) {
    if (!as) return;
    const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split('; ')[0]);
    const kept = (this.#cookies.get(as) ?? '').split('; ').filter(Boolean);
    const names = new Set(pairs.map((pair) => pair.split('=')[0]));
    const all = [...kept.filter((pair) => !names.has(pair.split('=')[0])), ...pairs];
    this.#cookies.set(as, all.filter((pair) => !pair.endsWith('=')).join('; '));
  }

  #write(line, sent, answer, text) {
    const asked = Object.entries(sent).filter(([, value]) => value && Object.keys(value).length > 0);
    const head = [...answer.headers]
      .filter(([name]) => !OF_THE_MOMENT.has(name))
      .map(([name, value]) => `${name}: ${value}`);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    const content = isPage ? pageInNormalForm(text) : text;
    const parts = [
      `=== ${line}`,
      ...asked.map(([name, value]) => `${name}: ${JSON.stringify(value).slice(0, 2_000)}`),
      `--- ${answer.status}`,
      ...head,
      '',
      content,
      '',
    ];
    this.#answers.push(inNormalForm(parts.join('\n'), this.#shop.url));
  }
}

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
