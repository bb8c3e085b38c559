import { beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import { createFilled } from './address';
import { cached, createClient } from './client';
import { ConnectionError } from './errors';

interface Tool {
  name: string;
}

interface Answer<Data> {
  content: { 'application/json': { success: boolean; data: Data; message?: string } };
}

/** The types as they are generated from an OpenAPI document. */
interface Paths {
  '/api/tools': {
    get: { parameters: { query?: { after?: string } }; responses: { 200: Answer<Tool[]> } };
    post: { parameters: object; responses: { 201: Answer<Tool> } };
    put?: never;
  };
  '/api/tools/{id}/parts/{part}': {
    get: { parameters: { path: { id: string; part: number } }; responses: { 200: Answer<number> } };
  };
}

const fetchMock = vi.fn<typeof fetch>();
const { request, successful } = createClient<Paths, '/api/'>('/api/');
const filled = createFilled<Paths, '/api/'>();

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});

function answer(status: number, body: unknown) {
  fetchMock.mockResolvedValue(new Response(JSON.stringify(body), { status }));
}

test('a call answers what comes under data, as the schema names it', async () => {
  answer(200, { success: true, data: [{ name: 'saw' }] });
  const tools = await request(filled('GET tools', { query: { after: 'a&b' } }), cached(true));
  expectTypeOf(tools).toEqualTypeOf<Tool[]>();
  expect(tools).toEqual([{ name: 'saw' }]);
  expect(fetchMock).toHaveBeenCalledExactlyOnceWith(
    '/api/tools?after=a%26b',
    expect.objectContaining({ method: 'GET', cache: 'no-cache' }),
  );
});

test('parameters in braces are filled in', async () => {
  answer(200, { success: true, data: 3 });
  await request(filled('GET tools/{id}/parts/{part}', { path: { id: 'a/b', part: 7 } }), {});
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/tools/a%2Fb/parts/7');
});

test('the compiler knows no call that the schema has not', () => {
  type Route = Parameters<typeof request>[0];
  expectTypeOf<Route>().toEqualTypeOf<'GET tools' | 'POST tools' | 'GET tools/{id}/parts/{part}'>();
});

test('a call of which only its success counts answers all that came', async () => {
  answer(201, { success: true, message: 'Kept.' });
  expect(await successful('POST tools', {})).toEqual({ success: true, message: 'Kept.', status: 201 });
});

test('success without what was asked for is an error without words', async () => {
  answer(200, { success: true });
  await expect(request('GET tools', {})).rejects.toEqual(new Error());
});

test.each([
  [new TypeError('Failed to fetch'), false],
  [new DOMException('signal timed out', 'TimeoutError'), true],
])('%s is no answer, which took too long: %s', async (cause, timedOut) => {
  fetchMock.mockRejectedValue(cause);
  const error = await request('GET tools', {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ cause, timedOut });
});
