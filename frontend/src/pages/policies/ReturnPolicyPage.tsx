import { returnPolicy } from '../../content/policies/return_policy';
import { PolicyPage } from './PolicyPage';

/** What can be sent back, when, and at whose cost. */
export default function ReturnPolicyPage() {
  return <PolicyPage policy={returnPolicy} />;
}
