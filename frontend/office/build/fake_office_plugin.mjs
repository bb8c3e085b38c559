// Makes `FAKE_API=1 npm run dev` and `preview` answer the office's API. FAKE_ROLE sets the role of the signed-in staff member.
import { read, sent } from './fake_answers.mjs';
import { openFakeOffice } from './fake_office.mjs';

export function fakeOffice() {
  const office = openFakeOffice({ signedIn: process.env.FAKE_ROLE ?? 'owner' });

  function answer(request, response, next) {
    if (request.url.startsWith('/api/')) send(request, response).catch(next);
    else next();
  }

  async function send(request, response) {
    const asked = read(request.headers['content-type'], Buffer.concat(await request.toArray()));
    const { status, body } = office.answer(request.method, request.url, asked);
    const { contentType, bytes } = sent(body);
    response.writeHead(status, { 'Content-Type': contentType }).end(bytes);
  }

  return {
    name: 'fake-office',
    configureServer: ({ middlewares }) => void middlewares.use(answer),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(answer),
  };
}
