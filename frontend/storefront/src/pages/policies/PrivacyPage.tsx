import { privacy } from '#content/policies/privacy';
import { PolicyView } from './PolicyView';

/** What the shop knows about a shopper, and why. */
export default function PrivacyPage() {
  return <PolicyView policy={privacy} />;
}
