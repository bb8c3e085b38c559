import { type ComponentType, lazy } from 'react';
import { reloadOnce } from './reload_once';
import { untilLoaded } from './until_loaded';

/** How often the code of a page is asked for before its shopper is told: a second and a half of waiting. */
const TRIES = 3;

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Something beside the page, which the shop can do without: until its code has come, what was drawn ahead stays. */
export function latePart<Props>(load: Load<Props>) {
  return lazy(() => untilLoaded(load));
}

const failed = new Set<() => void>();

/**
 * The code of a page. What does not come soon is looked for in a newer document, once; else it is an error, which stays
 * one until `forgetFailures`.
 */
export function pagePart(load: Load<object>): () => ComponentType {
  let part: ComponentType;
  function begin() {
    part = lazy(() =>
      untilLoaded(load, TRIES).catch(async (error: unknown) => {
        // What was on the way is not drawn any more.
        if (await reloadOnce()) return new Promise<never>(() => {});
        failed.add(begin);
        // Heard in main.ts.
        window.dispatchEvent(new CustomEvent('lostpart', { detail: error }));
        throw error;
      }),
    );
  }
  begin();
  return () => part;
}

/** Lets pages whose code did not come be asked for again. */
export function forgetFailures(): void {
  for (const begin of failed) begin();
  failed.clear();
}
