import { beforeEach, expect, test, vi } from 'vitest';

const sendBeacon = vi.fn<Navigator['sendBeacon']>();
const origin = location.origin;

beforeEach(() => {
  vi.resetModules();
  sendBeacon.mockReset();
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true });
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-DhO4RsRd.js"></script>';
  history.replaceState(null, '', '/cart?q=asha@example.com');
});

async function reports(...events: Event[]): Promise<unknown[]> {
  const { tell } = await import('./client_errors');
  for (const event of events) tell(event);
  const bodies = sendBeacon.mock.calls.map(([address, body]) => {
    expect(address).toBe('/api/v1/client-errors');
    return (body as Blob).text();
  });
  return (await Promise.all(bodies)).map((body) => JSON.parse(body));
}

const errorAt = (filename: string, lineno = 7) =>
  new ErrorEvent('error', { message: 'asha@example.com is not a function', filename, lineno });
const failure = (type: string, message: string) =>
  Object.assign(new Event(type), { [type === 'lostpart' ? 'detail' : 'reason']: new Error(message) });

test('an error report has kind, path, file, line and build, and nothing personal', async () => {
  expect(await reports(errorAt(`${origin}/assets/shop-BTLMXnbh.js`))).toEqual([
    { kind: 'error', page: '/cart', file: 'shop-BTLMXnbh.js', line: 7, build: 'DhO4RsRd' },
  ]);
});

test.each([
  ['unhandledrejection', 'rejection'],
  ['lostpart', 'part'],
])('%s is told as %s, with the file that it names', async (type, kind) => {
  const message = `Failed to fetch ${origin}/assets/FaqPage-BqRdCcRS.js`;
  expect(await reports(failure(type, message))).toEqual([
    expect.objectContaining({ kind, file: 'FaqPage-BqRdCcRS.js' }),
  ]);
});

test('a repeated error is reported once, and a page reports at most five', async () => {
  const events = [1, 1, 2, 3, 4, 5, 6].map((line) => errorAt(`${origin}/assets/shop-BTLMXnbh.js`, line));
  expect(await reports(...events)).toHaveLength(5);
});

test('errors of extensions are their own', async () => {
  expect(await reports(errorAt('chrome-extension://abc/assets/shop-BTLMXnbh.js'))).toEqual([]);
});
