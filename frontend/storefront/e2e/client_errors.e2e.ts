import { createServer } from 'node:net';
import { expect, test } from './fixtures';
import { startGateway } from './two_builds';

/** An address without a listener. */
function freeAddress(): Promise<string> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(`127.0.0.1:${typeof address === 'object' ? address?.port : ''}`));
    });
  });
}

test('an error of a page and a breach of the policy reach the operators', async ({
  page,
  shop,
  complaints,
}) => {
  const metrics = await freeAddress();
  const gateway = await startGateway(shop, undefined, { METRICS_LISTEN: metrics });
  const numbers = async () => (await fetch(`http://${metrics}/metrics`)).text();
  await page.goto(gateway.url);
  await expect(page.getByRole('link', { name: /^Choose weight/ })).not.toHaveCount(0);
  expect(await numbers()).not.toContain('client_errors_total');

  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('asha@example.com is not a function');
    });
    void Promise.reject(new Error('not caught'));
  });
  await expect.poll(numbers).toMatch(/client_errors_total\{.*kind="error"\} 1/);
  await expect.poll(numbers).toMatch(/client_errors_total\{.*kind="rejection"\} 1/);

  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.head.append(script);
  });
  await expect.poll(numbers).toMatch(/client_errors_total\{.*kind="policy"\} 1/);
  await expect(page).not.toHaveTitle('taken over');
  complaints.length = 0;
  await gateway.close();
});
