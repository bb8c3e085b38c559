import { type ComponentType, lazy } from 'react';
import { reloadOnce } from './reload_once';
import { untilLoaded } from './until_loaded';

/** The number of loads of a page's code before an error is shown: one and a half seconds of waiting. */
const TRIES = 3;

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A part that the page works without. Until its code is loaded, prerendered markup stays. */
export function latePart<Props>(load: Load<Props>) {
  return lazy(() => untilLoaded(load));
}

const failed = new Set<() => void>();

/** The code of a page. If it does not load, the document is reloaded once; after that it is an error until `forgetFailures`. */
export function pagePart(load: Load<object>): () => ComponentType {
  let part: ComponentType;
  function begin() {
    part = lazy(() =>
      untilLoaded(load, TRIES).catch(async (error: unknown) => {
        // Never resolves, because the document is being reloaded.
        if (await reloadOnce()) return new Promise<never>(() => {});
        failed.add(begin);
        // main.ts listens to this event.
        window.dispatchEvent(new CustomEvent('lostpart', { detail: error }));
        throw error;
      }),
    );
  }
  begin();
  return () => part;
}

/** Lets failed pages be loaded again. */
export function forgetFailures(): void {
  for (const begin of failed) begin();
  failed.clear();
}
