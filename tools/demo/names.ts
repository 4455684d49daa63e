// Names as one hears them at a gate in Chennai, Bengaluru and Hyderabad.
import type { Chance } from "#tools/demo/chance.ts";

const given = [
  "Karthik", "Lakshmi", "Priya", "Senthil", "Anitha", "Murugan", "Divya", "Rajesh", "Kavitha", "Suresh", "Meena",
  "Vignesh", "Revathi", "Arun", "Deepa", "Ganesh", "Sangeetha", "Prakash", "Nandini", "Manjunath", "Shilpa", "Girish",
  "Chaitra", "Naveen", "Bhavana", "Srinivas", "Padma", "Venkatesh", "Swathi", "Ravi", "Sirisha", "Kiran", "Anusha",
  "Mahesh", "Harika", "Imran", "Ayesha", "Farooq", "Nasreen", "Salim", "Thomas", "Mary", "Joseph", "Sheela", "Anthony",
  "Vijay", "Gayathri", "Ramesh", "Usha", "Balaji", "Keerthana", "Aravind", "Janani", "Hari", "Sowmya", "Dinesh",
] as const;
const family = [
  "Raman", "Subramanian", "Narayanan", "Krishnan", "Murthy", "Sundaram", "Iyer", "Nadar", "Pillai", "Gowda", "Shetty",
  "Hegde", "Rao", "Reddy", "Naidu", "Chowdary", "Prasad", "Kumar", "Babu", "Ahmed", "Khan", "Sheriff", "Hussain", "D'Souza",
  "Fernandes", "Kurian", "Mathew", "Selvam", "Pandian", "Natarajan", "Venkataraman", "Bhat", "Kulkarni", "Swamy",
] as const;

export const visitReasons = [
  "Community certificate",
  "Land records",
  "Meeting with the officer",
  "Delivery of documents",
  "Vehicle registration",
  "Pension papers",
  "Electrical repair",
  "Family visit",
] as const;

export function personName(chance: Chance): string {
  return `${chance.pick(given)} ${chance.pick(family)}`;
}
