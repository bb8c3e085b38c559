import type { Page, Route } from '@playwright/test';

/** Keeps requests to an address waiting; answers what lets them go. */
export async function holdBack(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(address, (route) => {
    held.push(route);
  });
  return async () => {
    await page.unroute(address);
    // What was let go by the end of the route itself needs no second word.
    await Promise.all(held.map((route) => route.continue().catch(() => {})));
  };
}
