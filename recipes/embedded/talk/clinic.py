"""Doctors and patients, dictated notes and wards."""

from __future__ import annotations

from talk.grammar import Kind

KIND = Kind(
    "clinic",
    """
[hi|hello|Hi|Good morning], {first}[.|,] [how are you|i'm doctor {last}|how's your {body}|good to see you]
hey {first} [good to see you today|how are you doing|so you're here for {illness}]
[so|okay|alright|all right] {first} [i see you're here for {illness}|tell me about your {body}|let's take a look]
[Mr.|Mrs.|Ms.|mister|missus|Miss] {last} is a {number} year old [male|female|man|woman] who [presents with|has a history of|is here for] {illness}.
{full} is a [{number} year old|{number}-year-old|pleasant] [male|female|gentleman|woman] with [a past medical history significant for|a history of] {illness}.
hey dragon [show me|order] [the x-ray|{drug}|the labs] for {any}
hey {first} [nice to see you|this is a recording for the chart] i'm seeing [{full}|mister {last}|missus {last}] who is a {number} year old
I was referred by [Dr.|Doctor|doctor] {last}[ at {hospital}|].
My [primary care doctor|cardiologist|surgeon] is [Dr.|doctor|Doctor] {any}[ over in {city}|].
[doctor|Doctor|dr] {last} [put me on {drug}|said it was {illness}|retired last year|referred me]
I'm [Dr.|Doctor|nurse|Nurse] {last}[ and this is {first}, our {job}|].
[nurse|Nurse] {last} will [take your blood pressure|draw some blood|be right with you].
my {kin} {first} [has|had] {illness}[ too|]
My {kin}, {first}, [drove me here|takes {drug}|made me come in].
[thanks|thank you], [doctor|Dr.|Doctor] {last}[.|]
The patient, {full}, was [admitted to|seen at|transferred from] {hospital}.
Patient: {full}. [DOB|Date of birth]: {date}. [Complaint|Reason for visit]: {illness}.
Follow up with [Dr.|Doctor] {any} in {number} weeks[ regarding {illness}|].
Dictated by {full}, [M.D.|MD|RN|DO], [on {date}|for Dr. {last}].
bed {number}, {last}, {illness}, [stable|nil by mouth|for discharge {weekday}]
[is {first} here|where is {first}]? [she's|he's] my {kin}, [she|he] takes {drug}
i went to [{hospital}|the emergency room at {hospital}] in {city} [last|on] {weekday}
I used to see [Dr.|Doctor] {last} in {city} before [she|he] moved.
[Okay|Well], {first}, [I'm going to prescribe {drug}|let's check your {body}|any pain in the {body}]?
so {first} is a {number} year old [female|male] here today for [evaluation of {body} pain|{illness}]
My emergency contact is my {kin} {full}[, {phone}|].
what did [doctor|Dr.] {last} [say about|give you for] the {body} pain?
the surgery was done by [doctor|dr.] {any} [at {hospital}|in {city}|two years ago]
Baby {last}, [born|delivered] at {time}, [mother {full}|doing well].
[Do you|are you] still [take|taking] {drug}[ and {drug}|]?
I take {drug} for {illness} and {drug} for {illness}.
i have a history of {illness} and my {body} hurts
[Any|No] [fever|chills|nausea|allergies|shortness of breath|chest pain][, Doctor|?|.]
hey dragon show me the [x-ray|lab results|blood pressure readings|medications list]
[Take|take] {drug} [twice a day|with food|before bed] and come back in {number} weeks.
On exam the {body} is [tender|swollen|normal]. [Lungs are clear|Regular rate and rhythm|No edema].
Assessment: {illness}. Plan: [continue|start|stop] {drug}, [MRI|CT|X-ray] of the {body}.
for your {illness} [i want to order|let's get] [a hemoglobin a1c|an mri|an echocardiogram|some labs]
Do you [smoke|drink|exercise]? [No|Yes|Sometimes|Not anymore], [doctor|sir|ma'am].
your [Babinski|Murphy's|McMurray's|Phalen's] [sign|test] is [negative|positive]
""",
    joints=(" ", " ", "\n"),
    spoken=True,
)
