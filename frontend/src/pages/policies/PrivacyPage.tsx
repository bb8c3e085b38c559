import { privacy } from '../../content/policies/privacy';
import { PolicyPage } from './PolicyPage';

/** What the shop knows about a shopper, and why. */
export default function PrivacyPage() {
  return <PolicyPage policy={privacy} />;
}
