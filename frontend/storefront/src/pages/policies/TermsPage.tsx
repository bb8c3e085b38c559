import { terms } from '#content/policies/terms';
import { PolicyView } from './PolicyView';

/** What shop and shopper agree on. */
export default function TermsPage() {
  return <PolicyView policy={terms} />;
}
