// Reason for the export or erasure of a person's data.

export const minReasonLength = 10;
