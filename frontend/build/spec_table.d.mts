import type { Reporter as PlaywrightReporter } from '@playwright/test/reporter';
import type { Reporter } from 'vitest/reporters';

export interface NamedTest {
  /** Its path in the front end's folder. */
  file: string;
  /** As its file writes it, with the places of a table's values. */
  name: string;
}

export interface RunTest {
  file: string;
  title: string;
  /** Whether it was not skipped; whether it held is for the runner to say. */
  ran: boolean;
}

export function tables(): Promise<string>;
export function namedTests(table: string): NamedTest[];
export function neverRan(named: readonly NamedTest[], ran: readonly RunTest[], whole?: boolean): string[];
export const UnitTests: new () => Reporter;
declare const BrowserTests: new () => PlaywrightReporter;
export default BrowserTests;
