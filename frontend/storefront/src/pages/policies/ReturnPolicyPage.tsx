import { returnPolicy } from '#content/policies/return_policy';
import { PolicyView } from './PolicyView';

/** What can be sent back, when, and at whose cost. */
export default function ReturnPolicyPage() {
  return <PolicyView policy={returnPolicy} />;
}
