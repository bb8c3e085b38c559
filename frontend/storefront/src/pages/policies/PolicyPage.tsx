import { useLocation } from 'react-router';
import { privacy } from '#content/policies/privacy';
import { returnPolicy } from '#content/policies/return_policy';
import { shipping } from '#content/policies/shipping';
import { terms } from '#content/policies/terms';
import type { Policy } from '../../content/policy';
import { pageAt } from '../../page_at';
import { type Page, pages } from '../../page_table';
import { PolicyView } from './PolicyView';

const policies: ReadonlyMap<Page, Policy> = new Map([
  [pages.privacy, privacy],
  [pages.returnPolicy, returnPolicy],
  [pages.shipping, shipping],
  [pages.terms, terms],
]);

/** The policy pages. They share a chunk, because together they are smaller than the overhead of four files. */
export default function PolicyPage() {
  const policy = policies.get(pageAt(useLocation().pathname));
  return policy && <PolicyView key={policy.title} policy={policy} />;
}
