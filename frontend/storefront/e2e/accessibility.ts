import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails if axe finds violations on the page. Its legacy mode skips frames of other sites, such as the map. It takes a third of the time,
 * because it opens no second page for the report.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  const { violations } = await axe.setLegacyMode().withTags(levels).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Fails if the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  // A busy browser draws a page anew some time after its window has another width.
  await expect.poll(overflow, { message: `${page.url()} is wider than its window` }).toBeLessThanOrEqual(0);
}

/** Controls and headings that are cut off at a side of the window. Sideways scrolling strips are left out. */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollsSideways = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrollsSideways(element.parentElement));
    return [...document.querySelectorAll('a, button, input, select, textarea, h1, h2')]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'),
      )
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > window.innerWidth + 1) && !scrollsSideways(element);
      })
      .map((element) => `${element.tagName} ${element.textContent || element.getAttribute('aria-label')}`);
  });
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Checks accessibility and width of a page, the width also on the other kind of screen. */
export async function expectFine(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const screen = page.viewportSize() ?? PHONE;
  await page.setViewportSize(screen.width < DESKTOP.width ? DESKTOP : PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(screen);
}

/** Scrolls through the page, so that lazy parts load. */
export async function scrollThrough(page: Page): Promise<void> {
  const heights = await page.evaluate(() => [document.documentElement.scrollHeight, window.innerHeight]);
  const [pageHeight = 0, windowHeight = 1] = heights;
  for (let top = 0; top < pageHeight; top += windowHeight) await scrollAndDraw(page, top);
  await scrollAndDraw(page, 0);
}

/** The longest wait for a frame. Rarely, a resized window renders nothing until something on it changes. */
const LONGEST_FRAME_MS = 1000;

async function scrollAndDraw(page: Page, top: number): Promise<void> {
  await page.evaluate(
    async ([place, longest]) => {
      window.scrollTo({ top: place, behavior: 'instant' });
      const drawn = new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await Promise.race([drawn, new Promise((late) => setTimeout(late, longest))]);
    },
    [top, LONGEST_FRAME_MS] as const,
  );
}
