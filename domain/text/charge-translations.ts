// §4: the lines of a charge in the languages of the interface, for screens and for papers.
import { getKeys, isKeyOf } from "#domain/object-keys.ts";
import type { Language, TranslatedLanguage } from "#domain/people/languages.ts";
import type { ChargeMessage } from "#domain/text/filled-text.ts";

const translations = {
  "1 hour": { hi: "1 घंटा", ta: "1 மணிநேரம்", te: "1 గంట", kn: "1 ಗಂಟೆ" },
  "1 hour at {rate}": {
    hi: "1 घंटा, दर {rate}",
    ta: "1 மணிநேரம், விலை {rate}",
    te: "1 గంట, ధర {rate}",
    kn: "1 ಗಂಟೆ, ದರ {rate}",
  },
  "1 more hour at {rate}": {
    hi: "1 घंटा और, दर {rate}",
    ta: "மேலும் 1 மணிநேரம், விலை {rate}",
    te: "మరో 1 గంట, ధర {rate}",
    kn: "ಇನ್ನೂ 1 ಗಂಟೆ, ದರ {rate}",
  },
  "1 night ({from}–{to}) at {rate}": {
    hi: "1 रात ({from}–{to}), दर {rate}",
    ta: "1 இரவு ({from}–{to}), விலை {rate}",
    te: "1 రాత్రి ({from}–{to}), ధర {rate}",
    kn: "1 ರಾತ್ರಿ ({from}–{to}), ದರ {rate}",
  },
  "1 night hour ({from}–{to}) at {rate}": {
    hi: "रात का 1 घंटा ({from}–{to}), दर {rate}",
    ta: "இரவில் 1 மணிநேரம் ({from}–{to}), விலை {rate}",
    te: "రాత్రి 1 గంట ({from}–{to}), ధర {rate}",
    kn: "ರಾತ್ರಿಯ 1 ಗಂಟೆ ({from}–{to}), ದರ {rate}",
  },
  "24 hours": { hi: "24 घंटे", ta: "24 மணிநேரம்", te: "24 గంటలు", kn: "24 ಗಂಟೆ" },
  "Any longer stay": { hi: "इससे ज़्यादा रुकने पर", ta: "இதைவிட அதிக நேரம்", te: "ఇంతకంటే ఎక్కువసేపు", kn: "ಇದಕ್ಕಿಂತ ಹೆಚ್ಚು ಸಮಯ" },
  "Beyond {duration}": {
    hi: "{duration} के बाद",
    ta: "{duration} தாண்டிய பின்",
    te: "{duration} తర్వాత",
    kn: "{duration} ನಂತರ",
  },
  "Charge set to {amount}": {
    hi: "शुल्क {amount} तय किया",
    ta: "கட்டணம் {amount} என அமைக்கப்பட்டது",
    te: "ఛార్జ్ {amount}గా నిర్ణయించారు",
    kn: "ಶುಲ್ಕ {amount} ಎಂದು ನಿಗದಿ",
  },
  "Charge set to {amount}: {reason}": {
    hi: "शुल्क {amount} तय किया: {reason}",
    ta: "கட்டணம் {amount} என அமைக்கப்பட்டது: {reason}",
    te: "ఛార్జ్ {amount}గా నిర్ణయించారు: {reason}",
    kn: "ಶುಲ್ಕ {amount} ಎಂದು ನಿಗದಿ: {reason}",
  },
  "Day {day}": { hi: "दिन {day}", ta: "நாள் {day}", te: "రోజు {day}", kn: "ದಿನ {day}" },
  "First {duration}": { hi: "पहले {duration}", ta: "முதல் {duration}", te: "మొదటి {duration}", kn: "ಮೊದಲ {duration}" },
  "First {duration} free": {
    hi: "पहले {duration} मुफ़्त",
    ta: "முதல் {duration} இலவசம்",
    te: "మొదటి {duration} ఉచితం",
    kn: "ಮೊದಲ {duration} ಉಚಿತ",
  },
  Free: { hi: "मुफ़्त", ta: "இலவசம்", te: "ఉచితం", kn: "ಉಚಿತ" },
  "Lost slip": { hi: "पर्ची खोई", ta: "சீட்டு தொலைந்தது", te: "స్లిప్ పోయింది", kn: "ಚೀಟಿ ಕಳೆದಿದೆ" },
  "Lost slip, waived with proof": {
    hi: "पर्ची खोई, सबूत पर माफ़",
    ta: "சீட்டு தொலைந்தது, ஆதாரத்துடன் தள்ளுபடி",
    te: "స్లిప్ పోయింది, ఆధారంతో మాఫీ",
    kn: "ಚೀಟಿ ಕಳೆದಿದೆ, ಪುರಾವೆಯಿಂದ ಮನ್ನಾ",
  },
  "Minimum charge": { hi: "कम से कम शुल्क", ta: "குறைந்தபட்ச கட்டணம்", te: "కనీస ఛార్జ్", kn: "ಕನಿಷ್ಠ ಶುಲ್ಕ" },
  "Minimum charge {amount}": {
    hi: "कम से कम शुल्क {amount}",
    ta: "குறைந்தபட்ச கட்டணம் {amount}",
    te: "కనీస ఛార్జ్ {amount}",
    kn: "ಕನಿಷ್ಠ ಶುಲ್ಕ {amount}",
  },
  "Pre-booked stay": {
    hi: "पहले से बुक की पार्किंग",
    ta: "முன்பதிவு செய்த நேரம்",
    te: "ముందుగా బుక్ చేసిన సమయం",
    kn: "ಮುಂಗಡ ಬುಕ್ ಮಾಡಿದ ಸಮಯ",
  },
  Rounding: { hi: "पूर्णांकन", ta: "முழுமையாக்கல்", te: "రౌండింగ్", kn: "ರೌಂಡಿಂಗ್" },
  "Shop bill": { hi: "दुकान का बिल", ta: "கடை பில்", te: "షాపు బిల్లు", kn: "ಅಂಗಡಿ ಬಿಲ್" },
  Start: { hi: "शुरुआत", ta: "ஆரம்பம்", te: "ప్రారంభం", kn: "ಆರಂಭ" },
  "Up to {duration}": { hi: "{duration} तक", ta: "{duration} வரை", te: "{duration} వరకు", kn: "{duration} ವರೆಗೆ" },
  "Up to {duration} never more than {amount}": {
    hi: "{duration} तक {amount} से ज़्यादा नहीं",
    ta: "{duration} வரை {amount}-க்கு மேல் இல்லை",
    te: "{duration} వరకు {amount} కంటే ఎక్కువ కాదు",
    kn: "{duration} ವರೆಗೆ {amount} ಗಿಂತ ಹೆಚ್ಚಿಲ್ಲ",
  },
  "Valet charge": { hi: "वैले शुल्क", ta: "வேலே கட்டணம்", te: "వ్యాలె ఛార్జ్", kn: "ವ್ಯಾಲೆ ಶುಲ್ಕ" },
  "at most {amount} a day": {
    hi: "दिन में ज़्यादा से ज़्यादा {amount}",
    ta: "ஒரு நாளுக்கு அதிகபட்சம் {amount}",
    te: "రోజుకు గరిష్ఠంగా {amount}",
    kn: "ದಿನಕ್ಕೆ ಗರಿಷ್ಠ {amount}",
  },
  "at most {amount} on day {day}": {
    hi: "दिन {day} पर ज़्यादा से ज़्यादा {amount}",
    ta: "நாள் {day}-இல் அதிகபட்சம் {amount}",
    te: "రోజు {day}న గరిష్ఠంగా {amount}",
    kn: "ದಿನ {day} ರಂದು ಗರಿಷ್ಠ {amount}",
  },
  "{count} days": { hi: "{count} दिन", ta: "{count} நாட்கள்", te: "{count} రోజులు", kn: "{count} ದಿನ" },
  "{count} hours": { hi: "{count} घंटे", ta: "{count} மணிநேரம்", te: "{count} గంటలు", kn: "{count} ಗಂಟೆ" },
  "{count} hours at {rate}": {
    hi: "{count} घंटे, दर {rate}",
    ta: "{count} மணிநேரம், விலை {rate}",
    te: "{count} గంటలు, ధర {rate}",
    kn: "{count} ಗಂಟೆ, ದರ {rate}",
  },
  "{count} more days at {rate}": {
    hi: "{count} दिन और, दर {rate}",
    ta: "மேலும் {count} நாட்கள், விலை {rate}",
    te: "మరో {count} రోజులు, ధర {rate}",
    kn: "ಇನ್ನೂ {count} ದಿನ, ದರ {rate}",
  },
  "{count} more hours at {rate}": {
    hi: "{count} घंटे और, दर {rate}",
    ta: "மேலும் {count} மணிநேரம், விலை {rate}",
    te: "మరో {count} గంటలు, ధర {rate}",
    kn: "ಇನ್ನೂ {count} ಗಂಟೆ, ದರ {rate}",
  },
  "{count} night hours ({from}–{to}) at {rate}": {
    hi: "रात के {count} घंटे ({from}–{to}), दर {rate}",
    ta: "இரவில் {count} மணிநேரம் ({from}–{to}), விலை {rate}",
    te: "రాత్రి {count} గంటలు ({from}–{to}), ధర {rate}",
    kn: "ರಾತ್ರಿಯ {count} ಗಂಟೆ ({from}–{to}), ದರ {rate}",
  },
  "{count} nights ({from}–{to}) at {rate}": {
    hi: "{count} रातें ({from}–{to}), दर {rate}",
    ta: "{count} இரவுகள் ({from}–{to}), விலை {rate}",
    te: "{count} రాత్రులు ({from}–{to}), ధర {rate}",
    kn: "{count} ರಾತ್ರಿ ({from}–{to}), ದರ {rate}",
  },
  "{hours} h {minutes} min": {
    hi: "{hours} घं {minutes} मि",
    ta: "{hours} ம.நே {minutes} நிமி",
    te: "{hours} గం {minutes} నిమి",
    kn: "{hours} ಗಂ {minutes} ನಿಮಿ",
  },
  "{minutes} min": { hi: "{minutes} मिनट", ta: "{minutes} நிமி.", te: "{minutes} నిమి.", kn: "{minutes} ನಿಮಿ." },
  "{units} more × {unit} at {rate}": {
    hi: "और {units} × {unit}, दर {rate}",
    ta: "மேலும் {units} × {unit}, விலை {rate}",
    te: "మరో {units} × {unit}, ధర {rate}",
    kn: "ಇನ್ನೂ {units} × {unit}, ದರ {rate}",
  },
  "{units} × {unit} at {rate}": {
    hi: "{units} × {unit}, दर {rate}",
    ta: "{units} × {unit}, விலை {rate}",
    te: "{units} × {unit}, ధర {rate}",
    kn: "{units} × {unit}, ದರ {rate}",
  },
} as const satisfies { readonly [message in ChargeMessage]: { readonly [language in TranslatedLanguage]: string } };

/** A message that is none of a charge, such as a name that a vendor has chosen, stays as it is. */
export const translateChargeMessage = ({ message, language }: { message: string; language: Language }): string =>
  language !== "en" && isKeyOf(translations, message) ? translations[message][language] : message;

/** All of them in the language, by message. */
export const getChargeTranslations = (language: TranslatedLanguage): { [message: string]: string } =>
  Object.fromEntries(getKeys(translations).map((message) => [message, translations[message][language]]));
