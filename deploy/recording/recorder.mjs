// Sends requests one after the other, and records requests and responses.
import { normalize, normalizePage } from './normalize.mjs';

/** Headers that are not recorded: they depend on the time, the connection or the content's size. */
const UNRECORDED_HEADERS = new Set([
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
  #records = [];
  #cookies = new Map();
  /** The number of requests sent so far. */
  requests = 0;

  constructor(shop) {
    this.#shop = shop;
  }

  get shop() {
    return this.#shop;
  }

  /** Returns the records since the last call. They are the same in every run. */
  takeRecords() {
    return this.#records.splice(0).join('\n');
  }

  /** Sends a request whose body differs in every run. The body is not recorded. */
  async withoutBody(send) {
    const result = await send();
    const record = this.#records.pop() ?? '';
    this.#records.push(record.replace(/^json: .*$/m, 'json: <of this run>'));
    return result;
  }

  get(path, options) {
    return this.send('GET', path, options);
  }

  post(path, json, options) {
    return this.send('POST', path, { json, ...options });
  }

  /**
   * Sends a request below `/api/v1/`, or to an absolute path, and returns the response. `session` names the cookie jar for the
   * request and the response.
   */
  async send(method, path, { session, json, form, body, headers = {} } = {}) {
    const url = new URL(path, `${this.#shop.url}/api/v1/`);
    const requestHeaders = new Headers(headers);
    if (session && this.#cookies.has(session)) requestHeaders.set('Cookie', this.#cookies.get(session));
    if (json !== undefined) requestHeaders.set('Content-Type', 'application/json');
    const content = json === undefined ? (form ? formData(form) : body) : JSON.stringify(json);
    const response = await fetch(url, { method, headers: requestHeaders, body: content, redirect: 'manual' });
    this.requests++;
    this.#storeCookies(session, response);
    const text = await response.text();
    const parsed = parseJson(text);
    const readable = parsed === undefined ? text : JSON.stringify(parsed, null, 1);
    // The key `as` is in recordings of earlier commits.
    const request = { as: session, json, form, body, headers };
    this.#record(`${method} ${url.pathname}${url.search}`, request, response, readable);
    return { data: parsed?.data };
  }

  #storeCookies(session, response) {
    if (!session) return;
    const received = response.headers.getSetCookie().map((cookie) => cookie.split('; ')[0]);
    const stored = (this.#cookies.get(session) ?? '').split('; ').filter(Boolean);
    const names = new Set(received.map((pair) => pair.split('=')[0]));
    const all = [...stored.filter((pair) => !names.has(pair.split('=')[0])), ...received];
    this.#cookies.set(session, all.filter((pair) => !pair.endsWith('=')).join('; '));
  }

  #record(requestLine, request, response, text) {
    const requestParts = Object.entries(request).filter(([, value]) => value && Object.keys(value).length > 0);
    const responseHeaders = [...response.headers]
      .filter(([name]) => !UNRECORDED_HEADERS.has(name))
      .map(([name, value]) => `${name}: ${value}`);
    const isPage = response.headers.get('content-type')?.startsWith('text/html');
    const content = isPage ? normalizePage(text) : text;
    const parts = [
      `=== ${requestLine}`,
      ...requestParts.map(([name, value]) => `${name}: ${JSON.stringify(value).slice(0, 2_000)}`),
      `--- ${response.status}`,
      ...responseHeaders,
      '',
      content,
      '',
    ];
    this.#records.push(normalize(parts.join('\n'), this.#shop.url));
  }
}

function formData(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
