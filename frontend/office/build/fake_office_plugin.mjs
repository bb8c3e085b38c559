// Makes `FAKE_API=1 npm run dev` and `preview` answer the office's API. FAKE_ROLE sets the role of the signed-in staff member.
import { sent } from './fake_answers.mjs';
import { openFakeOffice } from './fake_office.mjs';

export function fakeOffice() {
  const office = openFakeOffice({ signedIn: process.env.FAKE_ROLE ?? 'owner' });

  function answer(request, response, next) {
    if (request.url.startsWith('/api/')) send(request, response).catch(next);
    else next();
  }

  async function send(request, response) {
    const text = await textOf(request);
    const { status, body } = office.answer(
      request.method,
      request.url,
      text && request.headers['content-type'] !== 'text/csv' ? JSON.parse(text) : {},
    );
    const { contentType, text: answered } = sent(body);
    response.writeHead(status, { 'Content-Type': contentType }).end(answered);
  }

  return {
    name: 'fake-office',
    configureServer: ({ middlewares }) => void middlewares.use(answer),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(answer),
  };
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
