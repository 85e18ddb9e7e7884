/** Source of the vocabulary, written for this. */
export const SAMPLE_TEXT = `
The user prefers dark mode in every editor and a light theme on the phone.
My doctor told me to rest for two weeks and to drink more water.
She is allergic to peanuts, so please order something else for the party.
The meeting with the new customer was moved from Monday to Thursday afternoon.
We keep all data of the service in PostgreSQL and make a backup every night.
The spare key is under the flower pot beside the front door.
He plays the piano in the evening and listens to jazz while cooking.
The train to the airport leaves at seven in the morning from platform four.
Our budget for the kitchen is nine thousand, and the oven was already bought.
The server restarts itself after every update of the system.
Remember that the project uses TypeScript, and that tests run before a release.
The cat sleeps on the chair near the window whenever the sun is shining.
Last summer they walked through the mountains of Norway with their children.
The red bicycle needs a new chain, and the green one needs new tires.
I would like to learn Chinese and read books about the history of science.
The library opens at ten and closes at six, except on Sunday.
Water boils at a lower temperature high up in the mountains.
The bank sent a letter about the account that was opened in the spring.
Bread dough has to rise until it has doubled, then it goes into the oven.
His favorite color is blue, and his favorite food is noodles with vegetables.
The password must be changed every three months and never be sent by mail.
A robin sings before sunrise, an owl sings after midnight.
The memory of an agent should keep what is important and forget the rest.
Where did you put the book that I gave you for your birthday?
Which database does the team use for questions and answers?
When is the rent due, and who pays for the repair of the door?
用户喜欢深色主题，手机上用浅色主题。
我的医生让我休息两个星期，多喝水。
她对花生过敏，聚会请点别的菜。
和新客户的会议从星期一改到了星期四下午。
服务的所有数据都存放在数据库里，每天晚上备份。
备用钥匙在门口的花盆下面。
他晚上弹钢琴，做饭的时候听音乐。
去机场的火车早上七点从四号站台出发。
厨房的预算是九千块钱，烤箱已经买好了。
系统每次更新以后，服务器会自动重新启动。
请记住，这个项目发布以前要运行所有测试。
出太阳的时候，猫总是睡在窗边的椅子上。
去年夏天他们带着孩子在山里徒步旅行。
红色的自行车要换链条，绿色的要换轮胎。
我想学习中文，也想读科学历史方面的书。
图书馆十点开门，六点关门，星期天休息。
高山上水的沸点比较低。
银行寄来一封信，说的是春天开的那个账户。
面团要发到两倍大，然后放进烤箱。
他最喜欢蓝色，最爱吃蔬菜面条。
密码每三个月要换一次，不能用邮件发送。
智能体的记忆应该保留重要的事情，忘掉其他的。
生日那天我送给你的书放在哪里了？
房租什么时候交？修门的钱谁来付？
`;
