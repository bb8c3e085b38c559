import { beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './reload_once';
import { createDraft } from '../stores/draft';

const empty = { name: '', message: '' };
let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/faq');
  reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => new Response());
});

function openedBy(type: 'navigate' | 'reload', path: string) {
  const entry = { type, name: location.origin + path } as PerformanceNavigationTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
}

test.each([
  ['a page that was opened', 'navigate', '/faq'],
  ['a page that was opened in another one, which was loaded anew', 'reload', '/'],
] as const)('%s is loaded anew', async (_, type, path) => {
  openedBy(type, path);
  expect(await reloadOnce()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that was loaded anew already is not once more', async () => {
  openedBy('reload', '/faq');
  expect(await reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['no server', () => Promise.reject(new TypeError('no connection'))],
  ['a server in trouble', async () => new Response(null, { status: 503 })],
])('with %s what can be read stays', async (_, answer) => {
  openedBy('navigate', '/faq');
  vi.stubGlobal('fetch', answer);
  expect(await reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('a shopper who has gone on meanwhile is left alone', async () => {
  openedBy('navigate', '/');
  const answer = reloadOnce();
  history.replaceState(null, '', '/cart');
  expect(await answer).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('typed text survives the reload, and is stored for nothing else', async () => {
  openedBy('navigate', '/faq');
  const draft = createDraft('message', empty);
  draft.setField('message', 'Half a thought');
  expect(sessionStorage).toHaveLength(0);
  await reloadOnce();
  const after = createDraft('message', empty);
  expect(after.useDraft.getState().values).toEqual({ name: '', message: 'Half a thought' });
  after.setField('message', 'A thought');
  expect(sessionStorage).toHaveLength(0);
});

test.each(['{', 'null', '7', '{"message":7,"other":"x"}'])(
  'a stored draft edited to %s is dropped',
  (stored) => {
    sessionStorage.setItem('message', stored);
    expect(createDraft('message', empty).useDraft.getState().values).toEqual(empty);
  },
);
