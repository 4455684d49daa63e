// Fields of a booking that staff enter.

const times = ["booking_start_time", "booking_end_time"] as const;
const quoted = ["branch", ...times, "vehicle_no", "vehicle_type"] as const;

export const bookingInputs = { quoted, created: [...quoted, "phone_no", "name"] } as const;

/** Of VEHICLE_ALREADY_EXIST. */
export const alreadyBookedText = "This vehicle is already booked for a part of this time. Choose another time.";
