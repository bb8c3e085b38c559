import type { Page, Route } from '@playwright/test';

/** Holds back requests to a URL. Returns a function that releases them. */
export async function holdBack(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(address, async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return async () => {
    open = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}
