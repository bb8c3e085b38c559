// The fake methods of staff members.
import { StaffDirectoryService } from '../contract/shop/identity/v1/staff_pb.js';

export const STAFF_METHODS = [
  [StaffDirectoryService.method.listStaffNames, ({ staff }) => ({ names: staff })],
];
