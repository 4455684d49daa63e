// Whose rows of `activity` and `revisions` may be archived and deleted. All others are kept: configuration, tariffs and accounts,
// which the product shows, and money with its reversals and shifts, whose changes must be kept for eight years.
// See docs/rules/personal-data.md.

/** Collections whose rows end with a visit; they are by far the most. */
export const archivedCollections = [
  "Parking_Main_Information",
  "Parking_Information",
  "Parking_Vehicle_Images",
  "Valet_and_Parking_Information",
  "valet_parking_vehicle_images",
  "valet_chats",
  "valet_chat_messages",
  "Pre_Booking_Information",
  "files",
  "Outbox",
] as const;

/** Fewest months after which history may be deleted: a financial year is closed, and its reports are done. */
export const leastHistoryMonths = 12;
export const maxHistoryMonths = 1_200;
